import { afterAll } from 'vitest'
import { watchedEnd } from './file-end.ts'

afterAll(watchedEnd())
