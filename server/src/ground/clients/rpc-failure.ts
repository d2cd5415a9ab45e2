/** Words of the different makers' nodes for a failure of the contract, not of the node. */
const executionFailure =
  /revert|out ?of ?gas|gas limit|opcode|stack (under|over)flow|jump|execution (aborted|error)|\bE?VM\b/i

/** Whether the error says that a node cannot be reached or does not work, and nothing about the question. */
export async function isNodeFailure(error: unknown): Promise<boolean> {
  const { BaseError, HttpRequestError, RpcRequestError, TimeoutError } = await import('viem')
  if (!(error instanceof BaseError)) return false
  const failure = error.walk(
    cause =>
      cause instanceof HttpRequestError || cause instanceof TimeoutError || cause instanceof RpcRequestError,
  )
  if (!(failure instanceof RpcRequestError)) return failure !== null
  return failure.code !== 3 && !executionFailure.test(failure.details)
}
