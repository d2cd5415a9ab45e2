import { createFurrow } from '@furrow/sdk'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import manifest from '../package.json' with { type: 'json' }
import { createMcpServer } from './server.ts'

// Standard output is the protocol's; messages for people go to the other one.
const { FURROW_URL: baseUrl, FURROW_KEY: key } = process.env
if (!baseUrl || !URL.canParse(baseUrl)) {
  console.error('FURROW_URL is the address of the service with its prefix: https://furrow.example.org/api')
  process.exit(1)
}
if (!key) console.error('Without FURROW_KEY, an API key of the service, this can only look around.')

const furrow = createFurrow({ baseUrl, ...(key && { token: key }) })
serveStdio(() => createMcpServer(furrow, manifest.version), {
  onerror: error => console.error(error.message),
})
