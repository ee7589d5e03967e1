package clientconfig

import "slices"

// ParseAs is [Parse] for a file of a client that is known, at whatever path. Its
// servers have no scope when the path is none of the client's.
func ParseAs(client Client, text []byte, path string, env Env) ([]Server, error) {
	r := recognise(path, env)
	if r.client.ID != client.ID {
		r.client, r.scope = client, ""
		r.file.Syntax = syntaxOf(path)
		for _, f := range client.Files {
			r.file.Keys = append(r.file.Keys, f.Keys...)
		}
		slices.SortFunc(r.file.Keys, slices.Compare)
		r.file.Keys = slices.CompactFunc(r.file.Keys, slices.Equal)
	}
	return strict(r.read(text, env))
}
