package sqlread

import (
	"fmt"
	"strings"

	"vitess.io/vitess/go/vt/sqlparser"
)

// walk proves every node of a tree.
func (w *mysqlProof) walk(tree sqlparser.SQLNode) *Reason {
	var reason *Reason
	err := sqlparser.Walk(func(node sqlparser.SQLNode) (bool, error) {
		reason = w.node(node)
		if reason != nil {
			return false, errStop
		}
		return true, nil
	}, tree)
	if err != nil && reason == nil {
		return w.here(UnknownSyntax, err.Error())
	}
	return reason
}

// errStop ends a walk early.
var errStop = fmt.Errorf("stop")

// node proves one node. A kind that is not named here is not proved.
func (w *mysqlProof) node(node sqlparser.SQLNode) *Reason {
	switch n := node.(type) {
	case *sqlparser.Select:
		return w.clauses(n.Lock, n.Into)
	case *sqlparser.Union:
		return w.clauses(n.Lock, n.Into)
	case *sqlparser.FuncExpr:
		return w.call(n)
	case *sqlparser.LockingFunc:
		if n.Type == sqlparser.IsFreeLock || n.Type == sqlparser.IsUsedLock {
			return nil
		}
		return w.at(UnknownFunction, strings.ToLower(n.Type.ToString()))
	case *sqlparser.GTIDFuncExpr:
		if n.Type != sqlparser.GTIDSubsetType && n.Type != sqlparser.GTIDSubtractType {
			return w.at(UnknownFunction, strings.ToLower(n.Type.ToString()))
		}
	case *sqlparser.AssignmentExpr:
		return w.here(SessionState, ":=")
	case *sqlparser.ColName: // s.NEXTVAL, in MariaDB's mode for Oracle
		if n.Name.EqualString("nextval") && !n.Qualifier.IsEmpty() {
			return w.here(Writes, "nextval")
		}
	case *sqlparser.Nextval:
		return w.here(Writes, "next value")
	case *sqlparser.SelectInto:
		return w.here(Into, "")
	case sqlparser.TableName:
		return w.table(n)
	case *sqlparser.ShowCreateUser:
		w.credential("show create user", w.span)
	case *sqlparser.Insert, *sqlparser.Update, *sqlparser.Delete, *sqlparser.UpdateExpr, sqlparser.UpdateExprs, sqlparser.OnDup,
		*sqlparser.RowAlias, sqlparser.TableNames:
		if !w.planned {
			return w.here(Writes, "")
		}
	default:
		if !harmless(node) {
			return w.here(UnknownSyntax, fmt.Sprintf("%T", node))
		}
	}
	return nil
}

func (w *mysqlProof) clauses(lock sqlparser.Lock, into *sqlparser.SelectInto) *Reason {
	if into != nil {
		return w.here(Into, "")
	}
	if lock != sqlparser.NoLock {
		return w.here(Locks, strings.TrimSpace(lock.ToString()))
	}
	return nil
}

// call proves a call of a name on the list, of no database.
func (w *mysqlProof) call(f *sqlparser.FuncExpr) *Reason {
	name := f.Name.Lowered()
	switch {
	case strings.EqualFold(f.Qualifier.String(), "sys") && mysqlFunctions()["sys."+name]:
		return nil
	case !f.Qualifier.IsEmpty():
		return w.at(UnknownFunction, f.Qualifier.String()+"."+name)
	case !mysqlFunctions()[name]:
		return w.at(UnknownFunction, name)
	case name == "last_insert_id" && len(f.Exprs) > 0:
		return w.at(SessionState, name)
	}
	return nil
}

// at is a reason at the place of a call, its statement if that is not found.
func (w *mysqlProof) at(code Code, name string) *Reason {
	last := name[strings.LastIndexByte(name, '.')+1:]
	for i, t := range w.tokens[:len(w.tokens)-1] {
		if (t.kind == word || t.kind == quoted) && strings.EqualFold(t.name, last) && w.tokens[i+1].is("(") {
			return &Reason{code, t.span(), name}
		}
	}
	return w.here(code, name)
}

// mysqlCredentials are the tables of the schema mysql with passwords or their hashes.
var mysqlCredentials = words("user global_priv servers slave_master_info password_history slave_relay_log_info federated_servers proxies_priv")

func (w *mysqlProof) table(n sqlparser.TableName) *Reason {
	schema, name := strings.ToLower(n.Qualifier.String()), strings.ToLower(n.Name.String())
	if schema == "mysql" && mysqlCredentials[name] || schema == "information_schema" && name == "user_attributes" {
		w.credential(schema+"."+name, w.span)
	}
	return nil
}

// harmless reports whether a node is one of those that only say what to read. Each is
// listed: one that a new version brings is none.
func harmless(node sqlparser.SQLNode) bool {
	switch node.(type) {
	case *sqlparser.With, *sqlparser.CommonTableExpr, *sqlparser.SelectExprs, *sqlparser.StarExpr, *sqlparser.AliasedExpr,
		*sqlparser.AliasedTableExpr, *sqlparser.JoinTableExpr, *sqlparser.ParenTableExpr, *sqlparser.JoinCondition, *sqlparser.Subquery,
		*sqlparser.DerivedTable, *sqlparser.Where, *sqlparser.GroupBy, *sqlparser.Order, sqlparser.OrderBy, *sqlparser.Limit,
		*sqlparser.ValuesStatement, sqlparser.Values, sqlparser.ValTuple, *sqlparser.Exprs, sqlparser.TableExprs, sqlparser.Columns,
		sqlparser.Partitions, sqlparser.IndexHints, *sqlparser.IndexHint, *sqlparser.ParsedComments, sqlparser.IdentifierCI, sqlparser.IdentifierCS,
		*sqlparser.NamedWindow, sqlparser.NamedWindows, *sqlparser.WindowDefinition, sqlparser.WindowDefinitions,
		*sqlparser.WindowSpecification, *sqlparser.FrameClause, *sqlparser.FramePoint, *sqlparser.OverClause,
		*sqlparser.NullTreatmentClause, *sqlparser.FromFirstLastClause:
		return true
	case *sqlparser.AndExpr, *sqlparser.OrExpr, *sqlparser.XorExpr, *sqlparser.NotExpr, *sqlparser.ComparisonExpr, *sqlparser.BetweenExpr,
		*sqlparser.IsExpr, *sqlparser.ExistsExpr, *sqlparser.Literal, *sqlparser.Argument, sqlparser.ListArg, *sqlparser.NullVal,
		sqlparser.BoolVal, *sqlparser.Variable, *sqlparser.BinaryExpr, *sqlparser.UnaryExpr, *sqlparser.IntroducerExpr,
		*sqlparser.CollateExpr, *sqlparser.CaseExpr, *sqlparser.When, *sqlparser.Default, *sqlparser.Offset, *sqlparser.CastExpr,
		*sqlparser.ConvertExpr, *sqlparser.ConvertType, *sqlparser.ConvertUsingExpr, *sqlparser.MatchExpr, *sqlparser.MemberOfExpr:
		return true
	case *sqlparser.TimestampDiffExpr, *sqlparser.ExtractFuncExpr, *sqlparser.WeightStringFuncExpr, *sqlparser.ValuesFuncExpr,
		*sqlparser.SubstrExpr, *sqlparser.InsertExpr, *sqlparser.IntervalFuncExpr, *sqlparser.LocateExpr, *sqlparser.CharExpr,
		*sqlparser.CurTimeFuncExpr, *sqlparser.TrimFuncExpr, *sqlparser.IntervalDateExpr, *sqlparser.RegexpInstrExpr,
		*sqlparser.RegexpLikeExpr, *sqlparser.RegexpReplaceExpr, *sqlparser.RegexpSubstrExpr, *sqlparser.ExtractValueExpr,
		*sqlparser.UpdateXMLExpr, *sqlparser.PerformanceSchemaFuncExpr:
		return true
	case *sqlparser.JSONPrettyExpr, *sqlparser.JSONStorageFreeExpr, *sqlparser.JSONStorageSizeExpr, *sqlparser.JSONArrayExpr,
		*sqlparser.JSONObjectExpr, *sqlparser.JSONObjectParam, *sqlparser.JSONQuoteExpr, *sqlparser.JSONTableExpr, *sqlparser.JSONArrayAgg,
		*sqlparser.JSONObjectAgg, *sqlparser.JtColumnDefinition, *sqlparser.JtOnResponse, *sqlparser.JSONContainsExpr,
		*sqlparser.JSONContainsPathExpr, *sqlparser.JSONExtractExpr, *sqlparser.JSONKeysExpr, *sqlparser.JSONOverlapsExpr,
		*sqlparser.JSONSearchExpr, *sqlparser.JSONValueExpr, *sqlparser.JSONSchemaValidFuncExpr,
		*sqlparser.JSONSchemaValidationReportFuncExpr, *sqlparser.JSONAttributesExpr, *sqlparser.JSONValueModifierExpr,
		*sqlparser.JSONValueMergeExpr, *sqlparser.JSONRemoveExpr, *sqlparser.JSONUnquoteExpr, *sqlparser.ColumnType:
		return true
	case *sqlparser.PointExpr, *sqlparser.LineStringExpr, *sqlparser.PolygonExpr, *sqlparser.MultiPointExpr, *sqlparser.MultiLinestringExpr,
		*sqlparser.MultiPolygonExpr, *sqlparser.GeomFromTextExpr, *sqlparser.GeomFromWKBExpr, *sqlparser.GeomFormatExpr,
		*sqlparser.GeomPropertyFuncExpr, *sqlparser.PointPropertyFuncExpr, *sqlparser.LinestrPropertyFuncExpr,
		*sqlparser.PolygonPropertyFuncExpr, *sqlparser.GeomCollPropertyFuncExpr, *sqlparser.GeoHashFromLatLongExpr,
		*sqlparser.GeoHashFromPointExpr, *sqlparser.GeomFromGeoHashExpr, *sqlparser.GeoJSONFromGeomExpr, *sqlparser.GeomFromGeoJSONExpr:
		return true
	case *sqlparser.Count, *sqlparser.CountStar, *sqlparser.Avg, *sqlparser.Max, *sqlparser.Min, *sqlparser.Sum, *sqlparser.BitAnd,
		*sqlparser.BitOr, *sqlparser.BitXor, *sqlparser.Std, *sqlparser.StdDev, *sqlparser.StdPop, *sqlparser.StdSamp, *sqlparser.VarPop,
		*sqlparser.VarSamp, *sqlparser.Variance, *sqlparser.GroupConcatExpr, *sqlparser.AnyValue, *sqlparser.ArgumentLessWindowExpr,
		*sqlparser.FirstOrLastValueExpr, *sqlparser.NtileExpr, *sqlparser.NTHValueExpr, *sqlparser.LagLeadExpr:
		return true
	case *sqlparser.Show, *sqlparser.ShowBasic, *sqlparser.ShowCreate, *sqlparser.ShowFilter, *sqlparser.ShowGrants, *sqlparser.ShowEngine,
		*sqlparser.ShowProfile, *sqlparser.ShowBinaryLogs, *sqlparser.ShowBinlogEvents, *sqlparser.ShowReplicas,
		*sqlparser.ShowReplicationStatus, *sqlparser.ShowReplicationSourceStatus, *sqlparser.ExplainTab:
		return true
	}
	return node == nil
}
