// Package oteladapter shows the numbers of engine/metrics to OpenTelemetry, and what becomes of calls and replies as events on the caller's
// span. It uses the API of OpenTelemetry alone: which SDK is behind it, if any, is the embedder's choice.
//
// It begins no spans, and writes to no span that does not record.
package oteladapter
