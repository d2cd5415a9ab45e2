import macro from '@lingui/babel-plugin-lingui-macro'
import { getConfig } from '@lingui/conf'
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
          preset: { plugins: [[macro, { descriptorFields: 'message', linguiConfig }]] },
          rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
        },
      ],
    }),
    lingui({ cwd: import.meta.dirname, failOnCompileError: true }),
  ]
}
