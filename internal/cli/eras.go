package cli

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"sync"
)

// eraCache remembers, by launch, which era a server speaks, so that it is not
// asked in the wrong one first. It holds digests of launches and no secret, and
// what it says is only tried first: a lost or wrong cache costs time and nothing
// else. It is safe for concurrent use.
type eraCache struct {
	mu   sync.Mutex
	path string // "" remembers nothing beyond the run
	eras map[string]string
}

// mostEras bounds the file; beyond it the cache starts anew.
const mostEras = 2000

func openEraCache() *eraCache {
	c := &eraCache{eras: map[string]string{}}
	dir, err := os.UserCacheDir()
	if err != nil {
		return c
	}
	c.path = filepath.Join(dir, "mooring", "eras.json")
	if text, err := readFile(c.path, 1<<20); err == nil && json.Unmarshal(text, &c.eras) != nil {
		c.eras = map[string]string{}
	}
	return c
}

func (c *eraCache) known(key string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	era, ok := c.eras[key]
	return era, ok
}

// learn notes an era and writes the file; a failure to write is no failure.
func (c *eraCache) learn(key, era string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.eras) >= mostEras {
		clear(c.eras)
	}
	c.eras[key] = era
	text, err := json.Marshal(maps.Clone(c.eras))
	if err != nil || c.path == "" || os.MkdirAll(filepath.Dir(c.path), 0o700) != nil {
		return
	}
	_ = writeFile(c.path, text) // only a cache
}
