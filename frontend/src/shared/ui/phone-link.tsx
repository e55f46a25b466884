import classes from './phone-link.module.css';

/** A phone number, as stored: `(###) ###-####`. A press calls it. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className={`${classes.phone} wl-thumb`} href={`tel:+1${number.replace(/\D/g, '')}`}>
      {number}
    </a>
  );
}
