import { FurrowError } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

test.each([
  ['what was refused', 404, 1],
  ['what the service failed at', 503, 3],
  ['what did not reach the service', 0, 3],
])('%s is asked for so often: %i, %i', async (_what, status, times) => {
  let asked = 0
  const question = queryClient.fetchQuery({
    queryKey: ['asked', status],
    queryFn: () => Promise.reject(new FurrowError(status, `${++asked}`, null)),
    retry: queryClient.getDefaultOptions().queries?.retry ?? false,
    retryDelay: 0,
  })
  await expect(question).rejects.toThrow(FurrowError)
  expect(asked).toBe(times)
})
