/** Checks in and out; the navigation shows it to users who may Give Consult. */
export function OnCallToggle() {
  return null;
}
