#!/usr/bin/env node
// Starts Firefox for the browser library, which takes it for Firefox itself. The library sends a command of WebDriver BiDi
// that no released Firefox knows, and gives up when it is refused: this answers it in Firefox's place, and passes all others on.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const unknownToFirefox = 'emulation.setMediaFeaturesOverride'

const path = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'
const firefox = spawn(path, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('exit', code => process.exit(code ?? 1))
firefox.on('error', error => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal))

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? []
  process.stderr.write(address ? `WebDriver BiDi listening on ${await standBefore(address)}\n` : `${line}\n`)
}

/** @param {string} address @returns {Promise<string>} The address before that one. */
async function standBefore(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (library, { url }) => passOn(library, new WebSocket(`${address}${url}`)))
  await new Promise(resolve => server.on('listening', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('It listens nowhere.')
  return `ws://127.0.0.1:${at.port}`
}

/** @param {WebSocket} library @param {WebSocket} browser */
function passOn(library, browser) {
  const isOpen = new Promise(resolve => browser.on('open', resolve))
  library.on('message', async data => {
    const text = String(data)
    const { id, method } = JSON.parse(text)
    await isOpen
    if (method !== unknownToFirefox) browser.send(text)
    else library.send(JSON.stringify({ type: 'success', id, result: {} }))
  })
  browser.on('message', data => library.send(String(data)))
  library.on('close', () => browser.close())
  browser.on('close', () => library.close())
}
