// Whether the service in this container lives: the image has no curl.
const { PORT = '8080' } = process.env
const { ok } = await fetch(`http://127.0.0.1:${PORT || 8080}/healthz`).catch(() => ({ ok: false }))
process.exit(ok ? 0 : 1)
