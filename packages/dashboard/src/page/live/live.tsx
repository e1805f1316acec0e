const Live = () => null;

export default Live;
