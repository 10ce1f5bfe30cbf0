package modeladapter

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/lacuna-go/lacuna/engine"
)

// Limits on what an endpoint may send: the reply of a stream, and the body of an error.
const (
	maxStream = 32 << 20
	maxError  = 64 << 10
)

// Account is an account with a provider of models.
type Account struct {
	// Name is the server's in policies. What a model says is no evidence: a name other than model needs evidence: Evidence{none: true}.
	Name string
	// BaseURL of the API, as https://api.example/v1.
	BaseURL string
	// Key is borne as a token; "" sends none.
	Key string
	// Models gives the provider's names of models, by the tool's name in policies. One that is not there is the provider's own name.
	Models map[string]string
	// Client is the HTTP client; nil is one without limits of its own, with the transport of net/http. Its redirects are not followed.
	Client *http.Client
}

// Models are the models of some accounts. It is safe for concurrent use.
type Models struct {
	accounts map[string]*account
}

type account struct {
	names map[string]string
	chat  openai.ChatCompletionService
}

// New returns the models of accounts. It sends nothing.
func New(accounts ...Account) (*Models, error) {
	m := &Models{accounts: map[string]*account{}}
	var faults []error
	for _, a := range accounts {
		switch {
		case a.Name == "":
			faults = append(faults, errors.New("an account has no name"))
		case !address(a.BaseURL):
			faults = append(faults, fmt.Errorf("the account %q needs a BaseURL such as https://api.example/v1", a.Name))
		case m.accounts[a.Name] != nil:
			faults = append(faults, fmt.Errorf("two accounts are named %q", a.Name))
		default:
			m.accounts[a.Name] = a.open()
		}
	}
	return m, errors.Join(faults...)
}

// address reports whether a text is that of an API.
func address(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.RawQuery == "" && u.Fragment == ""
}

func (a *Account) open() *account {
	client := http.Client{}
	if a.Client != nil {
		client = *a.Client
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	opts := []option.RequestOption{
		option.WithBaseURL(a.BaseURL), option.WithHTTPClient(&client), option.WithMaxRetries(0), option.WithMiddleware(answered),
	}
	if a.Key != "" {
		opts = append(opts, option.WithAPIKey(a.Key))
	}
	// The service and not the client: that one reads the environment.
	return &account{a.Models, openai.NewChatCompletionService(opts...)}
}

// name is the provider's name of a model.
func (a *account) name(tool string) string {
	if name, ok := a.names[tool]; ok {
		return name
	}
	return tool
}

// answered lets only streams through, up to a limit, and classifies everything else by what the endpoint says of it.
func answered(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	resp, err := next(req)
	if err != nil {
		return resp, err
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		defer func() { _ = resp.Body.Close() }()
		body, err := io.ReadAll(io.LimitReader(resp.Body, maxError))
		if err != nil {
			body = nil // the status says enough
		}
		return nil, statusFailure(resp.StatusCode, resp.Header, body)
	}
	if media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err == nil && media != "text/event-stream" {
		_ = resp.Body.Close()
		return nil, &engine.Error{Failure: engine.Failure{Kind: engine.InternalFailure}, Cause: fmt.Errorf("the answer is no stream but %.60q", media)}
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(resp.Body, maxStream), resp.Body}
	return resp, nil
}
