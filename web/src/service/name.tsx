import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ShownName } from './shown-name.ts'

/** A name with its mark: quotes around one that its owner chose, a word behind one that they only claim. */
export function Name({ name, kind, className = '' }: ShownName & { className?: string }) {
  if (kind === 'chosen')
    return (
      <span className={className} title={t`They chose this name themselves; it proves nothing.`}>
        <Trans>
          “<bdi>{name}</bdi>”
        </Trans>
        <span className="sr-only"> {t({ message: '(a name of their own)', comment: 'After a name' })}</span>
      </span>
    )
  return (
    <>
      <bdi className={className}>{name}</bdi>
      {kind === 'claimed' && ` ${t`(claimed)`}`}
    </>
  )
}
