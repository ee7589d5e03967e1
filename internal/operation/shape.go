package operation

import (
	"regexp"
	"strings"
)

// The shapes decide only whether a classifier is asked about a text of which no name
// says what it is. They let prose pass: a sentence such as "select a seat from the
// plan" is a statement and a command by the letter.

// schemes are those whose URLs reach a network, run something or read a file.
var schemes = regexp.MustCompile(`^(?i)[\s\x00-\x1f]*(?:https?|wss?|ftps?|sftp|gopher|dict|ldaps?|tftp|jar|unix|http\+unix|smb|cifs|nfs|ssh|telnet|netdoc|phar|php|expect|rmi|jndi)(?::[/\\]|:\[|:/?\d)`)

var inline = regexp.MustCompile(`^(?i)\s*(?:javascript|data|vbscript|view-source):\S`)

func looksLikeURL(text string) bool {
	if strings.IndexByte(text[:min(len(text), 64)], ':') < 0 {
		return false
	}
	return schemes.MatchString(text) && !strings.ContainsAny(strings.TrimSpace(text), " \n") || inline.MatchString(text) && !strings.Contains(strings.TrimSpace(text), " ")
}

func looksLikeFile(text string) bool {
	return len(text) > 5 && strings.EqualFold(text[:5], "file:") && (text[5] == '/' || text[5] == '\\')
}

// host is a name, an address or a number, with a port and a path or none.
var hostShape = regexp.MustCompile(`^(?:\[[0-9A-Fa-f:.%]+\]|[^\s/?#@\\]+)(?::\d{1,5})?(?:[/?#]\S*)?$`)

// looksLikeHost reports what a parameter named url or host may hold without a scheme.
func looksLikeHost(text string) bool {
	if len(text) > 2048 || strings.Contains(text, "://") || !hostShape.MatchString(text) {
		return false
	}
	return strings.ContainsAny(text, ".:") || strings.EqualFold(text, "localhost") || strings.Trim(text, "0123456789") == "" && len(text) > 6 || strings.HasPrefix(text, "0x")
}

// pathShape is how a path begins that is not just a name.
var pathShape = regexp.MustCompile(`^(?:~[/\\]|~$|\.{1,2}[/\\]|/[^/\s]|[A-Za-z]:[\\/]|\\\\[^\\\s]|\$(?:HOME|\{HOME\}|env:\w+)|%\w+%|(?:\.\.|%2e%2e)(?:[/\\]|%2f)|\.(?:ssh|aws|env|kube|npmrc|netrc|git|docker|gnupg)\b)`)

func looksLikePath(text string) bool {
	return len(text) <= 1024 && !strings.ContainsAny(text, "\n\r") && pathShape.MatchString(text)
}

func looksLikeJSON(text string) bool {
	t := strings.TrimSpace(text)
	return len(t) > 1 && (t[0] == '{' && t[len(t)-1] == '}' || t[0] == '[' && t[len(t)-1] == ']')
}

// sqlShape is a statement by its first words. Those that are also plain English need
// a second one that is not.
var sqlShape = regexp.MustCompile(`^(?is)(?:\s|--[^\n]*\n|/\*.*?\*/|\(|;)*(?:` +
	`select\s(?:.*\sfrom\s|\s*[\w.]+\s*\(|\s*[\d'"*@($]|case\s+when\s|next\s+value\s+for\s|\s*[\w.]+\s+\.\s|\s*\w+\s*;?\s*$)|with\s+(?:recursive\s+)?[\w"\x60]+\s*(?:\([^)]*\)\s*)?as\s+(?:not\s+materialized\s+|materialized\s+)?\(` +
	`|insert\s+(?:or\s+\w+\s+|ignore\s+)?into\s|replace\s+into\s|update\s+(?:only\s+|ignore\s+|low_priority\s+)*\S+(?:\s+(?:as\s+)?\w+)?\s+set\s.+=|delete\s+from\s|merge\s+into\s|lock\s+tables?\s+\S+\s+(?:in|read|write)\b|truncate\s+(?:table\s+)?[\w."\x60\[]+\s*(?:;|$|cascade|restart)` +
	`|(?:create|alter|drop)\s+(?:or\s+replace\s+|temp(?:orary)?\s+|unique\s+|if\s+\w+\s+|materialized\s+|global\s+|local\s+|external\s+|definer\s*=\s*\S+\s+)*(?:table|view|index|database|schema|function|procedure|trigger|user|role|sequence|type|extension|policy|server|login|event|tablespace|domain|rule|publication|subscription|cast|operator|aggregate|language)\s+\S` +
	`|grant\s.+\sto\s|revoke\s.+\sfrom\s|copy\s+(?:\(|[\w."]+\s*(?:\([^)]*\)\s*)?(?:from|to)\s)|call\s+[\w."\x60]+\s*\(|exec(?:ute)?\s+(?:@|sp_|xp_|\w+\.|immediate\s|\w+\s*\()|do\s+(?:\$|language)` +
	`|prepare\s+\w+\s+(?:as|from)\s|(?:reset|discard)\s+all\b|notify\s+\w+\s*,|load\s+'|alter\s+system\s+(?:re)?set\s|cluster\s+\w+\s+using\s|comment\s+on\s+\w+\s+\S+\s+is\s|do\s+\w+\s*\(` +
	`|table\s+\w+\s+into\s|set\s+password\s|set\s+\w+(?:\s+\w+)?\s+(?:on|off)\s*(?:;|$)|flush\s+(?:privileges|tables|logs|hosts|status)|optimize\s+table\s|(?:un)?install\s+plugin\s|xa\s+(?:start|begin|end|prepare|commit|rollback)\s+'|detach\s+database\s|reindex\s*(?:;|$|table\s|index\s|database\s)` +
	`|exec(?:ute)?\s*\(\s*[\x27"@]|execute\s+as\s+(?:user|login|caller|self|owner)\b|begin\s+tran(?:saction)?\b|dbcc\s+\w+|merge\s+\S+\s+(?:as\s+\w+\s+|\w+\s+)?using\s|deny\s.+\son\s.+\sto\s|use\s+[\w"\x60\[\]]+\s*;|\\!\s*\w` +
	`|attach\s+(?:database\s+)?['"]|pragma\s+\w+|vacuum\s*(?:;|$|\(|full\b|analyze\b|into\b)|load\s+data\s+(?:low_priority\s+|concurrent\s+|local\s+)*infile\s|handler\s+\w+\s+open|explain\s+(?:analyze\s+|verbose\s+|\([^)]*\)\s*|query\s+plan\s+)*(?:select|insert|update|delete|with|merge)\s|begin\s*;|start\s+transaction|commit\s*;|rollback\s*;|set\s+(?:(?:session|global|local)\s+)?[\w.@]+\s*(?:=|\sto\s)|set\s+(?:session\s+)?(?:role|transaction|authorization)\s|declare\s+@|waitfor\s+delay|bulk\s+insert|backup\s+database|shutdown\s*(?:;|$|with))`)

// sqlFirst are the words that sqlShape begins with: asking for them first is cheap.
var sqlFirst = words(`select with insert replace update delete merge truncate create alter drop grant revoke copy call exec execute do
	attach detach pragma vacuum load handler explain begin start commit rollback set declare waitfor bulk backup shutdown prepare reset discard
	notify cluster comment table flush optimize install uninstall xa reindex dbcc deny use lock`)

func looksLikeSQL(text string) bool {
	head := strings.TrimLeft(text[:min(len(text), 4096)], " \t\r\n(;")
	n := strings.IndexFunc(head, func(r rune) bool { return (r|0x20) < 'a' || (r|0x20) > 'z' })
	if n < 0 {
		n = len(head)
	}
	first := strings.ToLower(head[:n])
	if n > 0 && !sqlFirst[first] || sqlEnglish[first] && sentenceCase(head, n) && !strings.Contains(head, ";") {
		return false
	}
	return sqlShape.MatchString(head)
}

// sqlEnglish are those of sqlFirst that sentences begin with, in ways that a grammar
// takes for a statement: "Set verbose to true", "Reset all settings", "Call me".
var sqlEnglish = words("set reset select execute exec call load use explain begin notify lock copy comment grant revoke discard analyze start")

// sentenceCase reports a first word of n bytes with a capital, and a second without.
func sentenceCase(head string, n int) bool {
	if n < 2 || head[0] < 'A' || head[0] > 'Z' || head[1] < 'a' {
		return false
	}
	rest := strings.TrimLeft(head[n:], " (")
	return rest != "" && rest[0] >= 'a' && rest[0] <= 'z'
}

var (
	firstWord  = regexp.MustCompile(`^[\s({!\[=\\]*(?:[A-Za-z_]\w*=(?:\x27[^\x27]*\x27|"[^"]*"|\S*)\s+)*(?:[a-z_./~$]|\d[a-z])[^\s,:?]*(?:\s|;|$)`)
	shellSigns = regexp.MustCompile(`&&|\|\||\$\(|\x60[^\x60]+\x60|[^|]\|[^|]|;\s*[a-z{]|(?:^|\s)[\d&]?>{1,2}\s*[^\s\d=>&]|<<\w|<<'|<<<|<\(|\$\{|\$[A-Za-z_]\w*|\(\)\s*\{`)
	shellWords = regexp.MustCompile(`\s[-+]{1,2}[A-Za-z:][\w-]*(?:[\s=]|$)|\s--\s|\s-\d|\s(?:~?/|\.{1,2}/)\S*|^\s*(?:\./|/|~/)\S+\s|^\s*(?:sudo|doas)\s|\s\*(?:\s|$)|\s\w+=\S|(?:^|\s)[A-Z_]+=.*\s\w|\s(?:\w+@)?[\w.-]+:(?:~|/[^/])|^\s*(?:curl|wget|git|npm|pip3?|docker)\s.*\s[\x27"]?\w+://\S|^[({]\s*\w|\s[\w.-]+/\*|\s:\w+$|\s\.$`)
	argument   = regexp.MustCompile(`^\s*[a-z][\w-]*(?:\s+[\w.-]+){0,2}\s+(?:'[^']+'|"[^"]+"|\$'[^']+')\s*$`)
	quoted     = regexp.MustCompile(`'[^'\n]*'|"[^"\n\x60$]*"|(?m:\s#.*$)`) // says nothing about prose around it
	shebang    = regexp.MustCompile(`^#!\s*/\S*(?:sh|env\s+\w*sh)\b`)
	prose      = regexp.MustCompile(`(?i)(?:^|\s)(?:the|a|an|is|are|was|to|of|this|that|with|my|your|their|please|should|you|we|it|be|will|can|which|when|how|what|for|and|or|by|use)(?:[,.:;!?]|\s|$)`)
	sentence   = regexp.MustCompile(`[a-z][.!?](?:\s+[A-Z]|\s*$)|,\s+[a-z]`)
)

// looksLikeShell reports a text that begins with a command and has what prose has not:
// signs, options or paths. Signs count less the more a text reads as prose.
func looksLikeShell(text string) bool {
	if shebang.MatchString(text) {
		return true
	}
	start := text[:min(len(text), 1024)]
	if c := strings.TrimLeft(start, " \t"); c == "" || c[0] >= 'A' && c[0] <= 'Z' && !strings.Contains(c, "=") {
		return false // a command is not capitalised, an assignment may be
	}
	if !firstWord.MatchString(start) {
		return false
	}
	head := quoted.ReplaceAllString(start, " x ")
	articles := len(prose.FindAllStringIndex(head, 4))
	signs := shellSigns.MatchString(head)
	if articles >= 3 || articles >= 1 && sentence.MatchString(head) {
		return false
	}
	return signs && articles < 2 || articles == 0 && (shellWords.MatchString(head) || argument.MatchString(start))
}
