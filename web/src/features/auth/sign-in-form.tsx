import type { ReactNode } from 'react';
import { paths } from '#web/app/paths.ts';
import { useSignIn } from './sign-in.ts';

/** A form whose buttons start the sign-in. Without JavaScript, they lead to the sign-in page. */
export function SignInForm({ className = 'contents', children }: { className?: string; children: ReactNode }) {
  const signIn = useSignIn();
  return (
    <form
      action={paths.signIn}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        signIn();
      }}
    >
      {children}
    </form>
  );
}
