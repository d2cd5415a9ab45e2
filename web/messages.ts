import macro from '@lingui/babel-plugin-lingui-macro'
import { getConfig } from '@lingui/conf'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import type { PluginOption } from 'vite'

/** Makes messages of what is said in the client's code, and modules of the files of translations. */
export function messages(): PluginOption {
  const linguiConfig = getConfig({ cwd: import.meta.dirname })
  return [
    babel({
      presets: [
        {
          // English stays beside the name of each message: who reads it loads no translation.
          preset: { plugins: [[macro, { descriptorFields: 'message', linguiConfig }], compiled] },
          rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
        },
      ],
    }),
    lingui({ cwd: import.meta.dirname, failOnCompileError: true }),
  ]
}

type Node = { readonly type: string }
type Property = Node & { readonly key: { readonly name?: string }; value: Node & { readonly value?: string } }
type Descriptor = Node & {
  readonly leadingComments?: readonly { readonly value: string }[]
  properties: Property[]
}
type Babel = { readonly types: { valueToNode(value: unknown): Node } }

/**
 * Compiles English as the translations are, so that no browser needs the compiler: a fifth of all scripts otherwise, and time of
 * its processor. The context of a message, which is a part of its name already, is left out.
 */
function compiled({ types }: Babel) {
  return {
    visitor: {
      Program: {
        exit(program: { traverse(visitor: object): void }) {
          program.traverse({
            ObjectExpression({ node }: { node: Descriptor }) {
              if (!node.leadingComments?.some(({ value }) => value.trim().replace('* ', '') === 'i18n'))
                return
              node.properties = node.properties.filter(({ key }) => key.name !== 'context')
              const message = node.properties.find(({ key }) => key.name === 'message')
              if (message === undefined) return
              if (message.value.type !== 'StringLiteral' || message.value.value === undefined)
                throw new Error('a message is not one text')
              const parts = compileMessageOrThrow(message.value.value)
              const [only] = parts
              message.value = types.valueToNode(
                parts.length === 1 && typeof only === 'string' ? only : withoutGaps(parts),
              )
            },
          })
        },
      },
    },
  }
}

/** A plural without an offset has one that is undefined. */
function withoutGaps(parts: unknown): unknown {
  return JSON.parse(JSON.stringify(parts))
}
