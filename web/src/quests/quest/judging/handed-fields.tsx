import { t } from '@lingui/core/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { Field, Input, TextField } from '../../../ui/field.tsx'

/** Fields for words, a web address, or both; and their values, without the empty ones. Kept under the name until it is sent. */
export function useHanded(name: string) {
  const [{ url, note }, setTyped, forget] = useKept(name, { url: '', note: '' })
  const fields = (
    <>
      <TextField
        label={t`What you have to say`}
        value={note}
        required={url === ''}
        maxLength={5_000}
        onText={text => setTyped({ url, note: text })}
      />
      <Field
        label={t`Where it can be seen`}
        hint={t`An address on the web. Optional if you write something.`}
      >
        {bound => (
          <Input
            {...bound}
            type="url"
            value={url}
            maxLength={2_000}
            placeholder="https://"
            onChange={event => setTyped({ url: event.target.value, note })}
          />
        )}
      </Field>
    </>
  )
  return { handed: { ...(url && { url }), ...(note && { note }) }, fields, forget }
}
