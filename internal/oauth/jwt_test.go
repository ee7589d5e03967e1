package oauth_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/oauth/oauthtest"
)

func privatePEM(t *testing.T, key any) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func TestClientAssertion(t *testing.T) {
	ec, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	rs, _ := rsa.GenerateKey(rand.Reader, 2048)
	public, ed, _ := ed25519.GenerateKey(rand.Reader)
	for _, tt := range []struct {
		algorithm string
		key       any
		verify    func(text, signature []byte) bool
	}{
		{"ES256", ec, func(text, sig []byte) bool {
			sum := sha256.Sum256(text)
			return len(sig) == 64 && ecdsa.Verify(&ec.PublicKey, sum[:], new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:]))
		}},
		{"RS256", rs, func(text, sig []byte) bool {
			sum := sha256.Sum256(text)
			return rsa.VerifyPKCS1v15(&rs.PublicKey, crypto.SHA256, sum[:], sig) == nil
		}},
		{"EdDSA", ed, func(text, sig []byte) bool { return ed25519.Verify(public, text, sig) }},
	} {
		t.Run(tt.algorithm, func(t *testing.T) {
			got, err := oauth.ClientAssertion(privatePEM(t, tt.key), oauth.Record{ClientID: "ci", Issuer: "https://as.example"}, start)
			if err != nil {
				t.Fatal(err)
			}
			parts := strings.Split(got, ".")
			decode := func(s string) []byte {
				b, err := base64.RawURLEncoding.DecodeString(s)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			if !tt.verify([]byte(parts[0]+"."+parts[1]), decode(parts[2])) {
				t.Error("the signature does not fit")
			}
			var header, claims map[string]any
			if json.Unmarshal(decode(parts[0]), &header) != nil || json.Unmarshal(decode(parts[1]), &claims) != nil {
				t.Fatal("no JSON")
			}
			if header["alg"] != tt.algorithm || claims["iss"] != "ci" || claims["sub"] != "ci" || claims["aud"] != "https://as.example" ||
				claims["exp"] != float64(start.Unix()+60) || claims["jti"] == "" {
				t.Errorf("header %v, claims %v", header, claims)
			}
		})
	}
}

func TestClientAssertionLogin(t *testing.T) {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	b := newBench(oauthtest.New())
	b.world.Method = "private_key_jwt"
	b.vars["KEY"] = privatePEM(t, key)
	r := b.request()
	r.Flow, r.Identity = oauth.ClientCredentials, oauth.Identity{ID: "ci", KeyEnv: "KEY"}
	b.silent(t, b.mustLogin(t, r))
	b.vars["KEY"] = "no key at all"
	if _, err := b.Login(t.Context(), r); err == nil || !strings.Contains(err.Error(), "no private key in PEM") {
		t.Errorf("Login: %v, want that there is no key", err)
	} else {
		b.silent(t, err)
	}
}
