// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What these tests use of forge's cheat codes.
interface Vm {
    function prank(address sender) external;
    function deal(address holder, uint256 amount) external;
    function warp(uint256 timestamp) external;
    function etch(address target, bytes calldata code) external;
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function assume(bool condition) external pure;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
