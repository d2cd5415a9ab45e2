import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Context } from '../context.ts'
import type { Boards } from './boards.ts'

export type Routes = FastifyPluginAsyncTypebox<{ readonly context: Context; readonly boards: Boards }>
