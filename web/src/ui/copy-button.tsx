import { t } from '@lingui/core/macro'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

/** Copies a text, and says so. */
export function CopyButton({ text, children = t`Copy it` }: { text: string; children?: string }) {
  const { say } = useToast()
  return (
    <Button
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => say(t`Copied.`),
          () => say(t`Your browser did not let it be copied. Select it instead.`, { tone: 'danger' }),
        )
      }
    >
      {children}
    </Button>
  )
}
