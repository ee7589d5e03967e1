package sqlread

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// pgNodes are the kinds of nodes that may be in a query. Names begin with a capital,
// so that no field is taken for one.
var pgNodes = words(`
	SelectStmt ResTarget ColumnRef A_Star A_Const A_Expr BoolExpr NullTest BooleanTest FuncCall NamedArgExpr
	SubLink CaseExpr CaseWhen CoalesceExpr MinMaxExpr SQLValueFunction TypeCast TypeName CollateClause ParamRef
	A_ArrayExpr A_Indirection A_Indices RowExpr GroupingFunc GroupingSet WindowDef SortBy
	RangeVar RangeSubselect RangeFunction RangeTableSample RangeTableFunc RangeTableFuncCol JoinExpr Alias
	ColumnDef WithClause CommonTableExpr CTESearchClause CTECycleClause List String Integer Float Boolean BitString
	XmlExpr XmlSerialize JsonTable JsonTableColumn JsonTablePathSpec JsonFormat JsonReturning JsonValueExpr JsonOutput
	JsonKeyValue JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonAggConstructor JsonObjectAgg
	JsonArrayAgg JsonIsPredicate JsonParseExpr JsonScalarExpr JsonSerializeExpr JsonFuncExpr JsonArgument JsonBehavior
`)

// pgFields are the fields that nodes may have, whatever their kind. A field that a
// new grammar brings is refused until it is added.
var pgFields = words(`
	targetList valuesLists fromClause whereClause groupClause groupDistinct havingClause windowClause distinctClause
	sortClause limitOffset limitCount limitOption op all larg rarg withClause
	name val indirection fields location isnull ival fval sval bsval boolval hsval kind lexpr rexpr rexpr_list_start rexpr_list_end
	boolop args arg nulltesttype booltesttype argisrow funcname agg_order agg_filter agg_within_group agg_star agg_distinct func_variadic
	over funcformat argnumber subLinkType subLinkId testexpr operName subselect casetype casecollid defresult expr result coalescetype
	typmod type typeName names typeOid setof pct_type typmods typemod arrayBounds collClause collname number elements
	multidims list_start list_end is_slice lidx uidx row_typeid row_format colnames content refname partitionClause orderClause
	frameOptions startOffset endOffset node sortby_dir sortby_nulls useOp schemaname catalogname relname inh relpersistence
	alias aliasname lateral subquery ordinality is_rowsfrom functions coldeflist relation method repeatable docexpr rowexpr namespaces
	columns colname for_ordinality is_not_null colexpr coldefexpr jointype isNatural larg rarg usingClause join_using_alias quals rtindex
	ctes recursive ctename aliascolnames ctematerialized ctequery search_clause cycle_clause cterecursive cterefcount
	search_col_list search_breadth_first search_seq_column cycle_col_list cycle_mark_column cycle_mark_value cycle_mark_default cycle_path_column
	items xmloption named_args arg_names xmlexpr is_indent indent
	context_item pathspec passing on_error on_empty on_error on_empty string name_location coltype wrapper quotes format format_type encoding
	raw_expr formatted_expr output returning key value exprs absent_on_null unique unique_keys constructor func query item_type
	btype default_expr coerce column_name distinct isVariadic list colno is_local
`)

// pgPlanned are the kinds that EXPLAIN may plan beside queries, and pgPlannedNodes
// what they bring.
var (
	pgPlanned       = words("InsertStmt UpdateStmt DeleteStmt MergeStmt")
	pgPlannedNodes  = words("InsertStmt UpdateStmt DeleteStmt MergeStmt MergeWhenClause InferClause IndexElem OnConflictClause SetToDefault MultiAssignRef")
	pgPlannedFields = words(`
		cols selectStmt onConflictClause returningList override usingClause sourceRelation joinCondition mergeWhenClauses matched matchKind commandType
		condition values action infer indexElems conname ordering nulls_ordering source ncolumns
	`)
)

// node proves a node of a kind: its own check, then everything below it.
func (w *pgProof) node(kind string, node *jsonv.Value) *Reason {
	if !pgNodes[kind] && (!w.planned || !pgPlannedNodes[kind]) {
		return w.unknownNode(kind, node)
	}
	if r := w.check(kind, node); r != nil {
		return r
	}
	return w.below(node)
}

func (w *pgProof) unknownNode(kind string, node *jsonv.Value) *Reason {
	if code, ok := pgStatements[kind]; ok {
		return w.at(node, code, kind)
	}
	if kind == "LockingClause" {
		return w.at(node, Locks, kind)
	}
	return w.at(node, UnknownSyntax, kind)
}

// below walks what a node holds. A member with a capital is a node of that kind, any
// other a field with a value, an object without its kind, or a list.
func (w *pgProof) below(v *jsonv.Value) *Reason {
	for _, item := range v.Items() {
		if r := w.below(item); r != nil {
			return r
		}
	}
	for name, value := range v.Members() {
		if r := w.member(name, value, v); r != nil {
			return r
		}
	}
	return nil
}

func (w *pgProof) member(name string, value, holder *jsonv.Value) *Reason {
	if name[0] >= 'A' && name[0] <= 'Z' {
		return w.node(name, value)
	}
	switch name {
	case "lockingClause":
		return w.at(holder, Locks, "")
	case "intoClause":
		return w.at(holder, Into, "")
	case "schemaname", "catalogname", "relname":
		return nil // the check of RangeVar
	case "relation":
		if value.Get("relname").Exists() {
			return w.relation(value)
		}
	case "typeName": // a raster of PostGIS may say that its bands are a file
		if n := names(value.Get("names")); len(n) > 0 && n[len(n)-1] == "raster" {
			return w.at(value, ServerFile, "raster")
		}
	case "larg", "rarg":
		if value.Get("op").Exists() { // a SelectStmt without its kind
			return w.below(value)
		}
	}
	if !pgFields[name] && (!w.planned || !pgPlannedFields[name]) {
		return w.at(holder, UnknownSyntax, name)
	}
	return w.below(value)
}

// check looks at the node itself.
func (w *pgProof) check(kind string, node *jsonv.Value) *Reason {
	switch kind {
	case "FuncCall":
		return w.call(node, names(node.Get("funcname")))
	case "ColumnRef":
		if fields := names(node.Get("fields")); len(fields) > 1 {
			return w.attribute(node, fields[len(fields)-1])
		}
	case "A_Indirection":
		return w.indirection(node)
	case "A_Expr":
		return w.operator(node, names(node.Get("name")))
	case "SubLink":
		return w.operator(node, names(node.Get("operName")))
	case "SortBy":
		return w.operator(node, names(node.Get("useOp")))
	case "RangeVar":
		return w.relation(node)
	case "RangeTableSample":
		m := names(node.Get("method"))
		if len(m) != 1 || m[0] != "bernoulli" && m[0] != "system" {
			return w.at(node, UnknownFunction, strings.Join(m, "."))
		}
	}
	return nil
}

// call proves a call: of a name on the list, with no schema or that of PostgreSQL.
func (w *pgProof) call(node *jsonv.Value, name []string) *Reason {
	full := strings.Join(name, ".")
	if len(name) == 2 && name[0] == "pg_catalog" {
		name = name[1:]
	}
	if len(name) == 1 && postgresFunctions()[name[0]] {
		return nil
	}
	return w.at(node, UnknownFunction, full)
}

// attribute proves x.name, which calls name(x) if x has no such column (PostgreSQL manual,
// "Using Composite Types in Queries"): in pg_catalog, functions that are not on the list
// are called as no column is.
func (w *pgProof) attribute(node *jsonv.Value, name string) *Reason {
	if pgAttributes[name] || !postgresFunctions()[name] && slices.ContainsFunc(pgPrefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
		return w.at(node, UnknownFunction, name)
	}
	return nil
}

// pgAttributes are functions of one argument that are not on the list, and pgPrefixes
// what the names of the others begin with. pg_proc has further ones, which do nothing, or
// take what no statement can give.
var (
	pgAttributes = words("lo_close lo_creat lo_create lo_export lo_get lo_import lo_tell lo_tell64 lo_unlink nextval setval setseed ts_stat brin_summarize_new_values gin_clean_pending_list")
	pgPrefixes   = []string{"pg_", "binary_upgrade_", "dblink"}
)

// pgComposite are the kinds of nodes that may well have columns.
var pgComposite = words("ColumnRef ParamRef FuncCall SubLink RowExpr A_Indirection")

// indirection proves (x).name: as an attribute if x may have columns, as a call if not.
func (w *pgProof) indirection(node *jsonv.Value) *Reason {
	composite := false
	for kind := range node.Get("arg").Members() {
		composite = pgComposite[kind]
	}
	for _, step := range node.Get("indirection").Items() {
		name, is := step.Get("String").Get("sval").Str()
		if !is {
			continue // [1] or .*
		}
		prove := w.attribute
		if !composite {
			prove = func(node *jsonv.Value, name string) *Reason { return w.call(node, []string{name}) }
		}
		if r := prove(node, name); r != nil {
			return r
		}
	}
	return nil
}

// operator refuses an operator of a schema that is not PostgreSQL's.
func (w *pgProof) operator(node *jsonv.Value, name []string) *Reason {
	if len(name) < 2 || len(name) == 2 && name[0] == "pg_catalog" {
		return nil
	}
	return w.at(node, UnknownOperator, strings.Join(name, "."))
}

// pgCredentials are the catalogs with passwords, their hashes or what a server knows
// of other servers.
var pgCredentials = words("pg_authid pg_shadow pg_user_mapping pg_user_mappings pg_subscription pg_hba_file_rules pg_ident_file_mappings pg_file_settings user_mapping_options _pg_user_mappings pg_foreign_server foreign_server_options")

func (w *pgProof) relation(node *jsonv.Value) *Reason {
	name, _ := node.Get("relname").Str()
	schema, _ := node.Get("schemaname").Str()
	if (schema == "" || schema == "pg_catalog" || schema == "information_schema") && pgCredentials[name] {
		span := w.span
		if r := w.at(node, CredentialCatalog, name); r != nil {
			span = r.Span
		}
		w.credential(name, span)
	}
	return nil
}

// names are the parts of a name, as a list of String nodes.
func names(list *jsonv.Value) []string {
	var all []string
	for _, part := range list.Items() {
		s, ok := part.Get("String").Get("sval").Str()
		if !ok {
			s = "?"
		}
		all = append(all, s)
	}
	return all
}
