import { z } from 'zod'

export const id = z.string().min(1).max(100).describe('The id of the quest')
export const farmer = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .describe('The address of the farmer')
export const txHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .optional()
export const chainId = z.number().int().min(1).optional().describe('The chain of the transaction')
export const requestId = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
  .describe('A name of your own for this one request: the same request with it takes effect once in a day')
