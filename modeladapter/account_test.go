package modeladapter_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/modeladapter"
	"github.com/lacuna-go/lacuna/modeladapter/internal/fake"
)

// TestAnotherAccountIsAskedWhereThePolicySaysSo, and gets its own key and nobody else's.
func TestAnotherAccountIsAskedWhereThePolicySaysSo(t *testing.T) {
	t.Parallel()
	for model, attempts := range map[string]int{"crossing": 2, "astray": 3} { // astray: an account that is not there comes before
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, status(http.StatusInternalServerError, ""))
			a := r.ask(t, model)
			assert.Equal(t, "I am spare.", a.text())
			assert.Equal(t, []any{"other", "spare", engine.Fallback}, []any{a.Account, a.Model, a.Answer.Outcome})
			assert.Equal(t, attempts, a.Answer.Record().Attempts)
			require.Len(t, r.model.Requests(), 1)
			require.Len(t, r.other.Requests(), 1)
			assert.Equal(t, "Bearer key-of-model", r.model.Requests()[0].Header.Get("Authorization"))
			assert.Equal(t, "Bearer key-of-other", r.other.Requests()[0].Header.Get("Authorization"))
			assert.Equal(t, "/api/chat/completions", r.other.Requests()[0].Path)
		})
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	for _, code := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		elsewhere := fake.New(t, well)
		r := newRig(t, status(code, "", "Location", elsewhere.URL+"/v1/chat/completions"))
		a := r.ask(t, "large")
		assert.Empty(t, elsewhere.Requests(), code)
		assert.Equal(t, "I am small-2.", a.text())
		r.counted(t, a, 1, 1)
		assert.Equal(t, "internal", a.Answer.Record().Failure.Kind)

		r = newRig(t, status(code, "", "Location", "/v2/chat/completions"))
		a = r.ask(t, "large")
		assert.Equal(t, "I am small-2.", a.text(), "nor one to the same host")
		r.counted(t, a, 1, 1)
	}
}

// TestTheEnvironmentChangesNothing: neither where a request goes nor what it carries.
func TestTheEnvironmentChangesNothing(t *testing.T) {
	elsewhere := fake.New(t, well)
	for name, value := range map[string]string{
		"OPENAI_BASE_URL": elsewhere.URL, "OPENAI_API_KEY": "key-of-environment", "OPENAI_ADMIN_KEY": "key-of-environment",
		"OPENAI_ORG_ID": "org-of-environment", "OPENAI_PROJECT_ID": "project-of-environment", "OPENAI_CUSTOM_HEADERS": "X-Env: environment",
	} {
		t.Setenv(name, value)
	}
	r := newRig(t, well)
	bare, err := modeladapter.New(modeladapter.Account{Name: "model", BaseURL: r.model.URL})
	require.NoError(t, err)
	assert.True(t, r.ask(t, "tiny").OK)
	r.models = bare
	assert.True(t, r.ask(t, "tiny").OK)
	assert.Empty(t, elsewhere.Requests())
	require.Len(t, r.model.Requests(), 2)
	for i, key := range []string{"Bearer key-of-model", ""} {
		header := r.model.Requests()[i].Header
		assert.Equal(t, key, header.Get("Authorization"))
		for name, values := range header {
			assert.NotContains(t, values, "environment", name)
			assert.NotContains(t, name, "Organization")
			assert.NotContains(t, name, "Project")
		}
		assert.Empty(t, header.Get("X-Env"))
	}
}

func TestAccountsThatAreWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		accounts []modeladapter.Account
		fault    string
	}{
		"no name":     {[]modeladapter.Account{{BaseURL: "https://api.example/v1"}}, "an account has no name"},
		"no address":  {[]modeladapter.Account{{Name: "model"}}, `the account "model" needs a BaseURL such as https://api.example/v1`},
		"no scheme":   {[]modeladapter.Account{{Name: "model", BaseURL: "api.example/v1"}}, `the account "model" needs a BaseURL`},
		"no network":  {[]modeladapter.Account{{Name: "model", BaseURL: "file:///v1"}}, `the account "model" needs a BaseURL`},
		"a query":     {[]modeladapter.Account{{Name: "model", BaseURL: "https://api.example/v1?key=1"}}, `the account "model" needs a BaseURL`},
		"one is two":  {[]modeladapter.Account{{Name: "model", BaseURL: "https://a.example"}, {Name: "model", BaseURL: "https://b.example"}}, `two accounts are named "model"`},
		"all of them": {[]modeladapter.Account{{Name: "model"}, {BaseURL: "https://api.example/v1"}}, "\nan account has no name"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := modeladapter.New(c.accounts...)
			assert.ErrorContains(t, err, c.fault)
		})
	}
}
