const Account = () => <h1>Account</h1>;
export default Account;
