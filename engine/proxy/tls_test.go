package proxy_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

// pair writes a certificate for loopback and its key, and returns what trusts it.
func pair(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "proxy"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature, IsCA: true, BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	for name, block := range map[string]*pem.Block{
		"cert.pem": {Type: "CERTIFICATE", Bytes: cert}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600))
	}
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})))
	return pool
}

func TestAnAddressThatOthersReach(t *testing.T) {
	t.Setenv("PROXY_TEST_TOKEN", "s3cret")
	dir := t.TempDir()
	pool := pair(t, dir)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "policies"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "policies", "a.cel"), []byte(pricing), 0o644))
	file := filepath.Join(dir, "lacuna.yaml")
	text := "listen: 0.0.0.0:0\ntoken_env: PROXY_TEST_TOKEN\ntls: {cert: cert.pem, key: key.pem}\nservers: {pricing: {url: 'http://127.0.0.1:1'}}\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	conf, err := proxy.ReadConfig(file, "")
	require.NoError(t, err)
	p, err := proxy.New(conf, proxy.Options{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	at, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- p.Run(ctx, func(a net.Addr) { at <- a }) }()
	_, port, err := net.SplitHostPort((<-at).String())
	require.NoError(t, err)
	host := "127.0.0.1:" + port

	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	post := func(token string) int {
		req, err := http.NewRequest(http.MethodPost, "https://"+host+"/v1/turns/T-1/check", http.NoBody)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := client.Do(req)
		require.NoError(t, err)
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	assert.Equal(t, http.StatusBadRequest, post("s3cret"), "the body is missing, and that is all")
	assert.Equal(t, http.StatusUnauthorized, post("guess"))
	resp, err := http.Post("http://"+host+"/v1/turns", "application/json", http.NoBody)
	if err == nil {
		_ = resp.Body.Close()
		assert.Equal(t, http.StatusBadRequest, resp.StatusCode, "no plain HTTP")
	}
	client.CloseIdleConnections()
	cancel()
	assert.NoError(t, <-ended)
}
