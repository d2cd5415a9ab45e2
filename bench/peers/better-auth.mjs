// better-auth with its SIWE plugin as its documentation shows it, on a PostgreSQL of its own.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { siwe } from 'better-auth/plugins'
import { Pool } from 'pg'
import { verifyMessage } from 'viem'

const auth = betterAuth({
  baseURL: 'http://127.0.0.1',
  secret: 'a secret of the bench, which is long enough',
  database: new Pool({ connectionString: process.env.DATABASE_URL }),
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  // It would complain of the tables that are made below.
  logger: { disabled: true },
  plugins: [
    siwe({
      domain: process.env.SIWE_DOMAIN,
      getNonce: async () => randomBytes(16).toString('hex'),
      verifyMessage: ({ message, signature, address }) => verifyMessage({ message, signature, address }),
    }),
  ],
})
const { runMigrations } = await getMigrations(auth.options)
await runMigrations()
const server = createServer(toNodeHandler(auth))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit())
