package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"
)

// EffectLog keeps what became of writes beyond the process. An intent is stored before a write is dispatched, its outcome after. An
// intent without an outcome is a write that may have happened: an equal call, in a later turn or after a restart, is uncertain and not
// dispatched. Implementations are safe for concurrent use.
type EffectLog interface {
	// Intend stores that a write is about to be dispatched. It reports whether an intent with this key stands there without an
	// outcome; then nothing is stored. An error keeps the write from being dispatched.
	Intend(ctx context.Context, key string, call Call) (open bool, err error)
	// Conclude stores what became of it. [Uncertain] leaves the intent open.
	Conclude(ctx context.Context, key string, outcome Outcome) error
}

// WithEffectLog keeps intents and outcomes of writes in a log.
func WithEffectLog(l EffectLog) Option { return func(o *options) { o.effects = l } }

// FileLog is an [EffectLog] in a file: a JSON line an entry with a checksum, synced before it counts. Open intents are kept in memory.
type FileLog struct {
	mu   sync.Mutex
	file *os.File
	open map[string]bool
}

// effectLine is one line of a FileLog.
type effectLine struct {
	Key     string `json:"key"`
	Server  string `json:"server,omitempty"`
	Tool    string `json:"tool,omitempty"`
	Call    string `json:"call,omitempty"`
	Outcome string `json:"outcome,omitempty"` // "" for an intent
}

// OpenFileLog opens or creates a log. A last line that a crash tore is cut off; a damaged line before it is an error that names it, for
// then outcomes may be missing.
func OpenFileLog(path string) (*FileLog, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("effect log: %w", err)
	}
	l := &FileLog{file: f, open: map[string]bool{}}
	if err := l.read(); err != nil {
		_ = f.Close() // the read's error says more
		return nil, fmt.Errorf("effect log: %s: %w", path, err)
	}
	return l, nil
}

// read replays the file and stands at its end, behind the last whole line.
func (l *FileLog) read() error {
	r := bufio.NewReader(l.file)
	var end int64
	for n := 1; ; n++ {
		raw, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) { // nothing, or a torn tail
			break
		}
		if err != nil {
			return err
		}
		line, err := parseEffectLine(raw)
		if err != nil {
			if _, more := r.Peek(1); errors.Is(more, io.EOF) {
				break // the tail, torn within a block of the disk
			}
			return fmt.Errorf("line %d: %w", n, err)
		}
		end += int64(len(raw))
		l.apply(line)
	}
	if err := l.file.Truncate(end); err != nil {
		return err
	}
	_, err := l.file.Seek(end, io.SeekStart)
	return err
}

func (l *FileLog) apply(line effectLine) {
	switch line.Outcome {
	case "":
		l.open[line.Key] = true
	case Uncertain.String():
	default:
		delete(l.open, line.Key)
	}
}

func parseEffectLine(raw []byte) (effectLine, error) {
	sum, text, ok := bytes.Cut(bytes.TrimSuffix(raw, []byte("\n")), []byte(" "))
	var line effectLine
	if !ok || string(sum) != checksum(text) {
		return line, errors.New("its checksum is wrong")
	}
	return line, json.Unmarshal(text, &line)
}

func checksum(text []byte) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) }

// Intend implements [EffectLog].
func (l *FileLog) Intend(_ context.Context, key string, call Call) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[key] {
		return true, nil
	}
	return false, l.write(effectLine{Key: key, Server: call.Server, Tool: call.Tool, Call: call.ID})
}

// Conclude implements [EffectLog].
func (l *FileLog) Conclude(_ context.Context, key string, outcome Outcome) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(effectLine{Key: key, Outcome: outcome.String()})
}

// write appends a line and syncs it; what could not be written whole is taken back.
func (l *FileLog) write(line effectLine) error {
	text, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("effect log: %w", err)
	}
	at, err := l.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return fmt.Errorf("effect log: %w", err)
	}
	_, err = fmt.Fprintf(l.file, "%s %s\n", checksum(text), text)
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		err = errors.Join(err, l.file.Truncate(at))
		_, seekErr := l.file.Seek(at, io.SeekStart)
		return fmt.Errorf("effect log: %w", errors.Join(err, seekErr))
	}
	l.apply(line)
	return nil
}

// Close closes the file. Later entries fail.
func (l *FileLog) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close()
}
