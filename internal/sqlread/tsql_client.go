package sqlread

import (
	"regexp"
	"strings"
)

// tsqlGo is a line at which clients cut a text into batches. sqlcmd does so without
// a look at quotes and comments.
var tsqlGo = regexp.MustCompile(`(?im)^[ \t]*go(?:[ \t]+\d+)?[ \t]*(?:;|--.*|/\*.*)?\r?$`)

// tsqlBatches puts a semicolon for each GO that is a line of its own, and its count.
// It may be there for a client, or be an alias to the server, which gets all of it:
// what follows has to begin as a statement that is no part of the one before, and each
// is proved. Where another quote or comment holds such a line, its rest may run.
func (p *proof) tsqlBatches(tokens []token) ([]token, *Reason) {
	lines := tsqlGo.FindAllStringIndex(p.text, -1)
	if len(lines) == 0 {
		return tokens, nil
	}
	cut := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		for len(lines) > 0 && lines[0][1] <= t.start {
			return nil, &Reason{UnknownSyntax, Span{lines[0][0], lines[0][1]}, "GO"}
		}
		if len(lines) == 0 || !t.is("go") || t.start < lines[0][0] {
			cut = append(cut, t)
			continue
		}
		cut = append(cut, token{symbol, t.start, t.end, ";"})
		if i+1 < len(tokens) && tokens[i+1].kind == number && tokens[i+1].start < lines[0][1] {
			i++
		}
		lines = lines[1:]
		for i+1 < len(tokens) && tokens[i+1].is(";") {
			i++
		}
		if i+1 < len(tokens) && !tokens[i+1].is("select") && !tokens[i+1].is("with") && !tokens[i+1].is("set") && !tokens[i+1].is("go") {
			if r := headed(tokens[i+1]); r != nil {
				return nil, r
			}
			return nil, unparsed(tokens[i+1], p.text)
		}
	}
	if len(lines) > 0 {
		return nil, &Reason{UnknownSyntax, Span{lines[0][0], lines[0][1]}, "GO"}
	}
	return cut, nil
}

// tsqlColon reports whether the colon i is that of a key in JSON_OBJECT, of a static
// method such as geometry::Parse, or of a parameter :name. At the start of a line one
// begins a command of sqlcmd.
func (p *proof) tsqlColon(s []token, i int) bool {
	if !s[i].is(":") || i == 0 || i+1 == len(s) {
		return false
	}
	if static(p.text, s, i) || static(p.text, s, i+1) {
		return true
	}
	if s[i-1].is(":") || s[i+1].is(":") {
		return false
	}
	if open := enclosing(s, i); open > 0 && (s[open-1].is("json_object") || s[open-1].is("json_objectagg")) {
		return true
	}
	starts := strings.Contains(p.text[s[i-1].end:s[i].start], "\n")
	return s[i+1].kind == word && s[i+1].start == s[i].end && !starts && (i+2 == len(s) || !s[i+2].is("("))
}

// tsqlPseudo are the columns that a table has under a name with a dollar.
var tsqlPseudo = words("identity rowguid node_id edge_id from_id to_id")

// tsqlDollar reports whether the dollar i is that of money, $1.50, or of a column such
// as $identity.
func (p *proof) tsqlDollar(s []token, i int) bool {
	if !s[i].is("$") || i+1 == len(s) || s[i+1].start != s[i].end {
		return false
	}
	return s[i+1].kind == number || s[i+1].kind == word && tsqlPseudo[s[i+1].name]
}

// tsqlTypeMethods are the methods of geometry, geography and hierarchyid that return
// something, and tsqlStatic the static ones of those types, as they are spelled: names of methods
// know case.
var (
	tsqlTypeMethods = words(`
		STAsText STAsBinary STArea STLength STDistance STIntersects STContains STWithin STBuffer STUnion STDifference STIntersection
		STSymDifference STCentroid STEnvelope STConvexHull STIsValid STIsEmpty STNumPoints STPointN STStartPoint STEndPoint STGeometryType
		STGeometryN STNumGeometries STOverlaps STTouches STCrosses STEquals STDisjoint STDimension STBoundary STExteriorRing
		STInteriorRingN STNumInteriorRing STNumCurves STCurveN STIsClosed STIsRing STIsSimple STPointOnSurface STRelate MakeValid
		IsValidDetailed Reduce ToString AsTextZM AsBinaryZM AsGml BufferWithTolerance BufferWithCurves CurveToLineWithTolerance
		EnvelopeCenter EnvelopeAngle Filter InstanceOf NumRings RingN ShortestLineTo ReorientObject MinDbCompatibilityLevel
		GetLevel GetAncestor GetDescendant GetReparentedValue IsDescendantOf
	`)
	tsqlStatic = words(`
		Point Parse STGeomFromText STPointFromText STLineFromText STPolyFromText STMPointFromText STMLineFromText STMPolyFromText
		STGeomCollFromText STGeomFromWKB STPointFromWKB STLineFromWKB STPolyFromWKB STMPointFromWKB STMLineFromWKB STMPolyFromWKB
		STGeomCollFromWKB GeomFromGml UnionAggregate CollectionAggregate EnvelopeAggregate ConvexHullAggregate GetRoot
	`)
	tsqlStaticTypes = words("geometry geography hierarchyid")
)

// typeMethod reports whether the name i calls one of those methods.
func (p *proof) typeMethod(s []token, i int) bool {
	if dotted(s, i) {
		return tsqlTypeMethods[p.text[s[i].start:s[i].end]] && !ofSchema(s, i)
	}
	return static(p.text, s, i-1)
}

// static reports whether i is the second colon of type::Method(, with one of the
// types of the server.
func static(text string, s []token, i int) bool {
	if i < 2 || i+2 >= len(s) || !s[i].is(":") || !s[i-1].is(":") || s[i-1].end != s[i].start {
		return false
	}
	name := s[i+1]
	return s[i-2].kind == word && !dotted(s, i-2) && tsqlStaticTypes[s[i-2].name] && name.kind == word &&
		tsqlStatic[text[name.start:name.end]] && s[i+2].is("(")
}
