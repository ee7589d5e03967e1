package oauth

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
	"time"
)

// assertionLife is how long a client assertion is good for.
const assertionLife = time.Minute

// clientAssertion signs the JWT of RFC 7523 §2.2 with a private key in PEM: ES256 for a P-256 key, RS256 for RSA, EdDSA
// for Ed25519. Its audience is the issuer, as draft-ietf-oauth-rfc7523bis wants it.
func clientAssertion(text string, rec Record, now time.Time) (string, error) {
	key, err := parseKey(text)
	if err != nil {
		return "", usagef("variable %q holds no private key in PEM (PKCS #8, PKCS #1 or SEC 1)", rec.KeyEnv)
	}
	algorithm, sign := signer(key)
	if sign == nil {
		return "", usagef("variable %q holds a key of type %T, want ECDSA P-256, RSA or Ed25519", rec.KeyEnv, key)
	}
	header, err := json.Marshal(map[string]string{"alg": algorithm, "typ": "JWT"})
	if err != nil {
		return "", err
	}
	claims, err := json.Marshal(map[string]any{
		"iss": rec.ClientID, "sub": rec.ClientID, "aud": rec.Issuer, "jti": rand.Text(),
		"iat": now.Unix(), "exp": now.Add(assertionLife).Unix(),
	})
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode(header) + "." + encode(claims)
	signature, err := sign([]byte(signed))
	if err != nil {
		return "", usagef("the key in variable %q cannot sign", rec.KeyEnv)
	}
	return signed + "." + encode(signature), nil
}

func parseKey(text string) (any, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, usagef("no PEM")
	}
	switch block.Type {
	case "EC PRIVATE KEY":
		return x509.ParseECPrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		return x509.ParsePKCS1PrivateKey(block.Bytes)
	}
	return x509.ParsePKCS8PrivateKey(block.Bytes)
}

// signer returns the JWS algorithm of a key (RFC 7518 §3, RFC 8037), nil for a key that has none here.
func signer(key any) (algorithm string, sign func([]byte) ([]byte, error)) {
	switch k := key.(type) {
	case *ecdsa.PrivateKey:
		if k.Curve != elliptic.P256() {
			return "", nil
		}
		return "ES256", func(text []byte) ([]byte, error) { return signES256(k, text) }
	case *rsa.PrivateKey:
		return "RS256", func(text []byte) ([]byte, error) {
			sum := sha256.Sum256(text)
			return rsa.SignPKCS1v15(rand.Reader, k, crypto.SHA256, sum[:])
		}
	case ed25519.PrivateKey:
		return "EdDSA", func(text []byte) ([]byte, error) { return ed25519.Sign(k, text), nil }
	}
	return "", nil
}

// signES256 returns r and s as two numbers of 32 bytes (RFC 7518 §3.4).
func signES256(key *ecdsa.PrivateKey, text []byte) ([]byte, error) {
	sum := sha256.Sum256(text)
	r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
	if err != nil {
		return nil, err
	}
	out := make([]byte, 64)
	fill := func(n *big.Int, to []byte) { n.FillBytes(to) }
	fill(r, out[:32])
	fill(s, out[32:])
	return out, nil
}
