import { type Furrow, FurrowError } from '@furrow/sdk'
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { instructions } from './instructions.ts'
import type { ToolAnswer } from './tool.ts'
import { tools } from './tools/all.ts'
import { markUntrusted, strip } from './untrusted.ts'

/** Tools for agents, in the name of the owner of the client's key; over standard streams and over HTTP alike. */
export function createMcpServer(furrow: Furrow, version: string): McpServer {
  const server = new McpServer({ name: 'furrow', version }, { instructions })
  for (const { name, description, input, hints, act } of tools)
    server.registerTool(name, { description, inputSchema: input, annotations: hints }, given =>
      answer(() => act(furrow, given)),
    )
  return server
}

/** A refusal is given in the service's own words, so that the agent can act on it. */
async function answer(act: () => Promise<ToolAnswer>): Promise<CallToolResult> {
  try {
    const { own = {}, found = {} } = await act()
    return { content: [say({ ...own, ...markUntrusted(found) })] }
  } catch (error) {
    if (!(error instanceof FurrowError)) throw error
    return { isError: true, content: [say(tellRefusal(error))] }
  }
}

const say = (value: object) => ({ type: 'text' as const, text: JSON.stringify(value, null, 1) })

/** The service quotes the giver where the terms were edited: those words are the giver's, and not its own. */
function tellRefusal({ status, code, message, retryAfter, changed }: FurrowError) {
  const later = retryAfter !== null && { retryAfterSeconds: retryAfter }
  if (changed === null) return { error: strip(message), code, status, ...later }
  const fields = Object.keys(changed.after)
  const error = `The giver has edited the quest since you read it (${fields.join(', ')}): read it again.`
  return { error, code, status, ...later, changed: markUntrusted(changed) }
}
