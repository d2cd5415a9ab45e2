import type { ErrorCode } from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { codeOf } from '../errors.ts'

/** The page of all codes, below the API's prefix; each has its name as an anchor. */
export const codesPath = '/docs/errors'

export function wantsProblem({ headers: { accept } }: FastifyRequest): boolean {
  return accept?.toLowerCase().includes('application/problem+json') === true
}

/** The members of RFC 9457 that are the same whenever this code is sent. */
export function showProblem({ basePath, publicUrl }: Config, code: ErrorCode) {
  return { type: `${publicUrl}${basePath}${codesPath}#${code}`, title: codeOf(code).means }
}
