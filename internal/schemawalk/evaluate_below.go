package schemawalk

import "github.com/mooring-mcp/mooring/internal/jsonv"

// objects checks what concerns the members of an object.
func (c *checker) objects() {
	if c.v.Kind() != jsonv.Object {
		return
	}
	get := c.r.v.Get
	for _, name := range get("required").Items() {
		if n, ok := name.Str(); ok {
			c.and(when(c.v.Get(n).Exists()))
		}
	}
	props, pats, rest := get("properties"), get("patternProperties"), get("additionalProperties")
	for name, value := range c.v.Members() {
		if c.out == no {
			return
		}
		if c.member(name, value, props, pats) || !rest.Exists() {
			continue
		}
		c.e.prop(name)
		c.and(c.under(rest, value))
	}
	if s := get("propertyNames"); s.Exists() && c.r.doc.dialect >= draft06 {
		for name := range c.v.Members() {
			c.and(c.under(s, quoted(name)))
		}
	}
	c.dependencies()
}

// member reports whether a property is declared.
func (c *checker) member(name string, value, props, pats *jsonv.Value) (declared bool) {
	if s := props.Get(name); s.Exists() {
		declared = true
		c.and(c.under(s, value))
	}
	for p, s := range pats.Members() {
		re := c.pattern(p)
		if re == nil {
			c.and(unknown)
			declared = true
		} else if re.MatchString(name) {
			declared = true
			c.and(c.under(s, value))
		}
	}
	if declared {
		c.e.prop(name)
	}
	return declared
}

func (c *checker) dependencies() {
	for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		if !keywords[keyword].has(c.r.doc.dialect) {
			continue
		}
		for name, s := range c.r.v.Get(keyword).Members() {
			if !c.v.Get(name).Exists() {
				continue
			}
			if s.Kind() != jsonv.Array {
				c.and(c.in(s, true))
				continue
			}
			for _, item := range s.Items() {
				if needed, ok := item.Str(); ok {
					c.and(when(c.v.Get(needed).Exists()))
				}
			}
		}
	}
}

// arrays checks what concerns the items of an array.
func (c *checker) arrays() {
	if c.v.Kind() != jsonv.Array {
		return
	}
	tuple, rest := c.r.v.Get("prefixItems"), c.r.v.Get("items")
	if rest.Kind() == jsonv.Array {
		tuple, rest = rest, c.r.v.Get("additionalItems")
	} else if c.r.doc.dialect != draft20 {
		tuple = nil
	}
	for i, item := range c.v.Items() {
		s := rest
		if i < tuple.Len() {
			s = tuple.Index(i)
		}
		if s.Exists() && c.out != no {
			c.e.item(i)
			c.and(c.under(s, item))
		}
	}
	c.contains()
}

func (c *checker) contains() {
	s := c.r.v.Get("contains")
	if !s.Exists() || !keywords["contains"].has(c.r.doc.dialect) {
		return
	}
	var count [3]int64
	for i, item := range c.v.Items() {
		got := c.under(s, item)
		count[got]++
		if got == yes && c.r.doc.dialect == draft20 {
			c.e.item(i)
		}
	}
	low, high := int64(1), int64(-1)
	if keywords["minContains"].has(c.r.doc.dialect) {
		if n, ok := size(c.r.v.Get("minContains")); ok {
			low = n
		}
		if n, ok := size(c.r.v.Get("maxContains")); ok {
			high = n
		}
	}
	switch {
	case count[yes]+count[unknown] < low, high >= 0 && count[yes] > high:
		c.and(no)
	case count[yes] < low, high >= 0 && count[yes]+count[unknown] > high:
		c.and(unknown)
	}
}

// unevaluated checks what nothing else looked at. It comes last.
func (c *checker) unevaluated() {
	if c.r.doc.dialect < draft19 {
		return
	}
	if s := c.r.v.Get("unevaluatedProperties"); s.Exists() {
		for name, value := range c.v.Members() {
			if c.e.vague || !c.e.props[name] {
				c.e.prop(name)
				c.unsure(c.under(s, value))
			}
		}
	}
	if s := c.r.v.Get("unevaluatedItems"); s.Exists() {
		for i, item := range c.v.Items() {
			if c.e.vague || !c.e.items[i] {
				c.e.item(i)
				c.unsure(c.under(s, item))
			}
		}
	}
}

// unsure adds a verdict that rests on what was looked at before: where that is not
// known, neither is the verdict.
func (c *checker) unsure(v verdict) {
	if c.e.vague {
		v = unknown
	}
	c.and(v)
}
