package mcpadapter

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Keys of _meta. Those of an answer are for whoever logs or shows it; the model has the same in the text.
const (
	metaPrefix = "lacuna/"
	// structuredKey holds the structured content of a result in the server's own bytes, until it is read: decoding would round its
	// numbers. A server can't write it.
	structuredKey = metaPrefix + "structured"
	// MetaStatus is cached, fallback, refused or unavailable, for an answer that is not the tool's own.
	MetaStatus = metaPrefix + "status"
	// MetaSource names the server whose value a cached answer is, and the tool, as server/tool, of a fallback.
	MetaSource = metaPrefix + "source"
	// MetaAsOf is when a value was true, in RFC 3339. On a result of a server's it is taken for its time.
	MetaAsOf = metaPrefix + "as_of"
	// MetaIncident joins an answer with the log.
	MetaIncident = metaPrefix + "incident"
	// MetaIdempotencyKey is given to a tool with every write.
	MetaIdempotencyKey = metaPrefix + "idempotency_key"
)

// keepStructured copies the bytes of a result's structured content to where decoding leaves them as they are. What is no such result
// is returned as it is.
func keepStructured(result json.RawMessage) json.RawMessage {
	if !mayHold(result) {
		return result
	}
	var fields, meta map[string]json.RawMessage
	if json.Unmarshal(result, &fields) != nil || fields == nil {
		return result
	}
	if raw, ok := fields["_meta"]; ok && json.Unmarshal(raw, &meta) != nil {
		return result
	}
	if meta == nil {
		meta = map[string]json.RawMessage{}
	}
	delete(meta, structuredKey)
	if raw, ok := fields["structuredContent"]; ok && string(raw) != "null" {
		text, err := json.Marshal(string(raw))
		if err != nil {
			return result
		}
		meta[structuredKey] = text
	}
	raw, err := json.Marshal(meta)
	if err != nil {
		return result
	}
	fields["_meta"] = raw
	if raw, err = json.Marshal(fields); err != nil {
		return result
	}
	return raw
}

// mayHold reports whether a result may have structured content, or a key that is forged: in plain letters, or in letters that are escaped.
func mayHold(result []byte) bool {
	for _, part := range []string{"structuredContent", structuredKey, `\u`, `\/`} {
		if bytes.Contains(result, []byte(part)) {
			return true
		}
	}
	return false
}

// keepingTransport keeps the structured content of what arrives, and takes the SDK's reconnecting away from transports that have it.
func keepingTransport(t mcp.Transport) mcp.Transport {
	switch t := t.(type) {
	case *mcp.StreamableClientTransport:
		own := *t
		own.HTTPClient = keepingClient(t.HTTPClient, t.OAuthHandler != nil)
		own.MaxRetries = -1
		return &own
	case *mcp.SSEClientTransport:
		own := *t
		own.HTTPClient = keepingClient(t.HTTPClient, false)
		return &own
	}
	return connecting{t}
}

// connecting is a transport whose connections keep structured content.
type connecting struct{ mcp.Transport }

func (t connecting) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return keeping{c}, nil
}

type keeping struct{ mcp.Connection }

func (c keeping) Write(ctx context.Context, m jsonrpc.Message) error {
	if own := receiptOf(ctx); own != nil {
		own.sent.Store(true)
	}
	return c.Connection.Write(ctx, m)
}

func (c keeping) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Response); ok && err == nil && r.Error == nil {
		r.Result = keepStructured(r.Result)
	}
	return m, err
}

// keepingClient is a client like c, which stays as it is.
func keepingClient(c *http.Client, authorizes bool) *http.Client {
	if c == nil {
		c = http.DefaultClient
	}
	own := *c
	base := own.Transport
	if base == nil {
		base = http.DefaultTransport
	}
	own.Transport = keepingTripper{base, authorizes}
	return &own
}
