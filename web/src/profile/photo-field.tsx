import type { Profile } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { FaceWith } from '../service/face.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'

type PhotoFieldProps = {
  profile: Profile
  value: string
  onText: (text: string) => void
  error: string | undefined
}

/** The address of one's picture, typed, or sent from the device; beside it, the saved picture as others see it. */
export function PhotoField({ profile, value, onText, error }: PhotoFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const send = useAct(async (file: File) => onText((await furrow.files.upload(file)).url), {
    done: t`Your picture is here. Save your profile to show it.`,
  })
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Saved key={profile.picture ?? ''} profile={profile} />
      <div className="grid min-w-0 flex-1 basis-64 justify-items-start gap-2 *:w-full">
        <Field
          label={t`Picture`}
          hint={t`The https address of a PNG, JPEG, WebP or GIF, or one that you send. The service shows it; no other host learns who looks.`}
          error={error}
        >
          {bound => (
            <Input
              {...bound}
              type="url"
              placeholder="https://"
              value={value}
              onChange={event => onText(event.target.value)}
            />
          )}
        </Field>
        <input
          ref={chooser}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={event => {
            const [file] = event.target.files ?? []
            if (file) send.mutate(file)
            // Lets the same file be chosen again.
            event.target.value = ''
          }}
        />
        <div>
          <Button busy={send.isPending} onClick={() => chooser.current?.click()}>
            <Trans>Send a picture</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}

function Saved({ profile: { address, picture } }: { profile: Profile }) {
  const [isMissing, setMissing] = useState(false)
  return (
    <div className="grid max-w-40 gap-2 text-sm text-muted">
      <FaceWith picture={picture} address={address} size={80} onMissing={() => setMissing(true)} />
      {isMissing && (
        <p role="status">
          <Trans>
            Your picture cannot be shown: it must be at a public address, have at most 5 MB, and 25 million
            pixels.
          </Trans>
        </p>
      )}
    </div>
  )
}
