package main

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// SARIF 2.1.0, as far as findings need it: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string             `json:"id"`
		ShortDescription sarifText          `json:"shortDescription"`
		FullDescription  sarifText          `json:"fullDescription"`
		Help             sarifText          `json:"help"`
		HelpURI          string             `json:"helpUri"`
		Default          sarifConfiguration `json:"defaultConfiguration"`
	}
	sarifConfiguration struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

const (
	homePage    = "https://github.com/lacuna-go/lacuna"
	lintPage    = homePage + "/blob/main/docs/lint.md"
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

// sarifOf puts the findings of all directories into one run.
func sarifOf(list []checked) sarifLog {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "lacuna", Version: version(), InformationURI: homePage}},
		Invocations: []sarifInvocation{{Successful: true}}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{},
	}
	index := map[string]int{}
	for i, e := range lint.Catalogue() {
		index[e.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(e))
	}
	for _, c := range list {
		for _, f := range c.found {
			run.Results = append(run.Results, sarifResult{
				RuleID: f.ID, RuleIndex: index[f.ID], Level: f.Severity.String(), Message: sarifText{Text: sentence(f)},
				Locations: []sarifLocation{c.location(f)}, Fingerprints: map[string]string{"lacunaFinding/v1": c.fingerprint(f)},
			})
		}
	}
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}}
}

func sarifRuleOf(e lint.Entry) sarifRule {
	return sarifRule{
		ID: e.ID, ShortDescription: sarifText{Text: e.Title}, FullDescription: sarifText{Text: e.Title + " " + e.Why},
		Help: sarifText{
			Text:     e.Why + "\n\nFound in:\n\n" + exampleText(e.Bad) + "\n\nNot found in:\n\n" + exampleText(e.Good) + "\n\nTo silence it: " + silencing(e),
			Markdown: e.Why + "\n\nFound in\n\n```cel\n" + e.Bad.Policies + "\n```\n\nNot found in\n\n```cel\n" + e.Good.Policies + "\n```\n\nTo silence it: `" + silencing(e) + "`",
		},
		HelpURI: lintPage + "#" + e.ID, Default: sarifConfiguration{e.Severity.String()},
	}
}

// location is where a finding is shown; one about the whole set at its first file, for what is shown needs a place.
func (c *checked) location(f lint.Finding) sarifLocation {
	at := f.From
	if at == (eval.Pos{}) {
		at = eval.Pos{File: c.firstFile(), Line: 1}
	}
	region := sarifRegion{StartLine: at.Line, StartColumn: at.Col}
	if f.To != f.From {
		region.EndLine, region.EndColumn = f.To.Line, f.To.Col
	}
	return sarifLocation{sarifPhysical{sarifArtifact{fileURI(at.File)}, region}}
}

func (c *checked) firstFile() string {
	if c.set != nil {
		return c.set.Files()[0]
	}
	return c.Dir
}

// fileURI is a path as a URI, relative to the working directory where it lies below it.
func fileURI(name string) string {
	name = relative(name)
	u := url.URL{Path: name}
	if filepath.IsAbs(filepath.FromSlash(name)) {
		u.Scheme = "file"
	}
	return strings.TrimPrefix(u.String(), "./")
}

// fingerprint tells a finding from others, also after lines above it have changed: by its id and the text of its line.
func (c *checked) fingerprint(f lint.Finding) string {
	text := f.Message
	if c.set != nil && c.set.File(f.From.File) != nil {
		text = strings.TrimSpace(c.set.File(f.From.File).Line(f.From.Line))
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{f.ID, relative(f.From.File), f.Policy, text}, "\x00")))
	return hex.EncodeToString(sum[:16])
}
