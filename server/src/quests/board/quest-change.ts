import { type QuestChange, QuestStatusChange, questActions } from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import { BadRequestError } from '../../ground/errors.ts'
import { validationMessage } from '../../ground/http/failures.ts'

const actionSchemas = new Map<unknown, object>(Object.entries(questActions))

/** Validates by action: a union's error would only say that no form fits. @throws BadRequestError naming the field. */
export function readQuestChange({ body, method, url, server }: FastifyRequest): QuestChange {
  const { action, status } = (body ?? {}) as { action?: unknown; status?: unknown }
  if ((action === undefined) === (status === undefined))
    throw new BadRequestError('Give either an action or a status.')
  const schema = action === undefined ? QuestStatusChange : actionSchemas.get(action)
  if (schema === undefined)
    throw new BadRequestError(`action must be one of ${Object.keys(questActions).join(', ')}.`, {
      code: 'action-unknown',
    })
  const compile = server.validatorCompiler as NonNullable<typeof server.validatorCompiler>
  const validate = compile({ schema, method, url, httpPart: 'body' })
  if (validate(body) === true) return body as QuestChange
  throw new BadRequestError(validationMessage(validate.errors ?? [], 'body'), { code: 'invalid-request' })
}
