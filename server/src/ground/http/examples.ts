export type OperationExamples = {
  readonly parameters?: Readonly<Record<string, string>>
  readonly requests?: Readonly<Record<string, unknown>>
  readonly answer?: { readonly status: number; readonly type: string; readonly body: unknown }
}

export type Examples = {
  readonly operations: Readonly<Record<string, OperationExamples>>
  readonly failures: Readonly<Record<string, unknown>>
}

type Media = { examples?: Record<string, { value: unknown }> }
type Content = { readonly content?: Readonly<Record<string, Media>> }
type Parameter = { readonly name: string; readonly schema?: { readonly type?: string }; example?: unknown }
type Operation = {
  readonly operationId?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Content>> }
}

export function addExamples({ paths, components }: Document, { operations, failures }: Examples): void {
  for (const operation of Object.values(paths).flatMap(Object.values<Operation>))
    showOperation(operation, operations[operation.operationId ?? ''] ?? {})
  for (const [status, body] of Object.entries(failures)) {
    const { code } = body as { code: string }
    show(components.responses[`Failure${status}`]?.content?.['application/json'], { [code]: body })
  }
}

function showOperation(
  { parameters: all = [], requestBody, responses }: Operation,
  { parameters = {}, requests, answer }: OperationExamples,
): void {
  for (const parameter of all) {
    const { name, schema } = parameter
    const given = parameters[name]
    if (given !== undefined) parameter.example = schema?.type === 'integer' ? Number(given) : given
  }
  for (const media of Object.values(requestBody?.content ?? {})) show(media, requests)
  if (answer !== undefined) show(responses[answer.status]?.content?.[answer.type], { example: answer.body })
}

function show(media: Media | undefined, values: Readonly<Record<string, unknown>> | undefined): void {
  if (media === undefined || values === undefined) return
  media.examples = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}
