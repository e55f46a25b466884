import classes from './phone-link.module.css';

/** A phone number, as stored: `(###) ###-####`, that one press calls. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className={`${classes.phone} wl-thumb`} href={`tel:+1${number.replace(/\D/g, '')}`}>
      {number}
    </a>
  );
}
