import { keepSessions } from './kept-sessions.ts'

declare global {
  var sessionsAreKept: boolean | undefined
}

const { TEST_DATABASE_URL } = process.env
if (TEST_DATABASE_URL && !globalThis.sessionsAreKept) keepSessions(TEST_DATABASE_URL)
globalThis.sessionsAreKept = true
