// Parse Server as its documentation starts it, on a PostgreSQL of its own, without the log file of each request.
import { createServer } from 'node:http'
import { ParseServer } from 'parse-server'

const parse = new ParseServer({
  appId: 'bench',
  masterKey: 'bench-master',
  restAPIKey: 'bench-rest',
  databaseURI: process.env.DATABASE_URL,
  serverURL: 'http://127.0.0.1/unused',
  allowClientClassCreation: true,
  encodeParseObjectInCloudFunction: true,
  silent: true,
})
await parse.start()
const server = createServer(parse.app)
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit())
