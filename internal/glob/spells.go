package glob

// Spells reports a pattern that says enough letters of a name, wherever its wildcards part them: M*RING.yaml does of
// mooring.yaml. It is for a word and a row that meet, of which [Place.Meets] says [Touch].
func (p Path) Spells(q *Place) bool {
	if len(q.Names) != 1 || len(p.Names) == 0 || q.Names[0].Begins {
		return false
	}
	n, said := &p.Names[len(p.Names)-1], 0
	for _, t := range n.tokens[:n.stem] {
		if t.letter != 0 && t.letter != '.' {
			said++
		}
	}
	return said >= someLetters && n.overlap(&q.Names[0]) == Touch
}
