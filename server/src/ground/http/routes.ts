import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Context } from '../context.ts'
import type { Boards } from './boards.ts'

/** A domain's routes: a plugin that is given all it may use. */
export type Routes = FastifyPluginAsyncTypebox<{ readonly context: Context; readonly boards: Boards }>
