import { createFurrow } from '@furrow/sdk'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import manifest from '../package.json' with { type: 'json' }
import { createMcpServer } from './server.ts'

// Standard output is the protocol's; messages for people go to the other one.
const { FURROW_URL: baseUrl } = process.env
const key = process.env.FURROW_KEY?.trim() ?? ''
if (!baseUrl || !/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
  console.error('FURROW_URL is the address of the service with its prefix: https://furrow.example.org/api')
  process.exit(1)
}
if (!/^[!-~]*$/.test(key)) {
  console.error('FURROW_KEY is no API key: it has characters that no key has.')
  process.exit(1)
}
if (!key) console.error('Without FURROW_KEY, an API key of the service, this can only look around.')

/** Milliseconds for what is under way at the service, once nobody asks any more. */
const patience = 5_000
process.stdin.once('end', () => setTimeout(() => process.exit(), patience).unref())

const furrow = createFurrow({ baseUrl, ...(key && { token: key }) })
serveStdio(() => createMcpServer(furrow, manifest.version), {
  onerror: error => console.error(error.message),
})
