import Soon from "../soon/soon.tsx";

export default Soon;
