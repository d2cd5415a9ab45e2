import { join } from 'node:path'

/** The project's folder, as far from this file as from its build (`server/dist/bin`, `server/dist/chunks`). */
export const projectFolder = join(import.meta.dirname, '../../..')
