import { join } from 'node:path'

/** The project's folder, which is as far from this file as from where it is built into (`server/dist/bin`, `server/dist/chunks`). */
export const projectFolder = join(import.meta.dirname, '../../..')
