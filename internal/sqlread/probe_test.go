package sqlread_test
import ("testing";"os";"fmt";"strings";"github.com/mooring-mcp/mooring/internal/sqlread")
func TestProbe(t *testing.T){
b,_:=os.ReadFile("/tmp/probe.txt")
for _,l:=range strings.Split(string(b),"\n"){ if l==""||l[0]=='#'{continue}
d,rest,_:=strings.Cut(l," "); want,q,_:=strings.Cut(rest," ")
q=strings.NewReplacer(`<NL>`,"\n",`<NUL>`,"\x00").Replace(q)
dd,err:=sqlread.ParseDialect(d); if err!=nil{t.Fatal(err)}
v:=sqlread.Classify(t.Context(),q,dd); got:=proved(v)
if (want=="a")!=(got=="auto"){ fmt.Println("DIFF",d,got,q,v.Reasons)} }
}
